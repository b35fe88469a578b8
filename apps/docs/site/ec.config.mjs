/**
 * Shiki stops colouring a line after 500 ms of wall time, which the first line in a language can take on a
 * busy machine. The same sources must give the same bytes, so there is no limit.
 */
const withoutTimeLimit = {
  name: 'without-time-limit',
  preprocess(_, options) {
    options.tokenizeTimeLimit = 0
  },
}

// biome-ignore lint/style/noDefaultExport: Expressive Code reads a default export.
export default {
  useDarkModeMediaQuery: true,
  defaultProps: { wrap: true },
  shiki: { transformers: [withoutTimeLimit] },
}
