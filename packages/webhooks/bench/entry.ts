/** The entry that is measured: with `--node` that of Node, which brings `node:crypto`, else that of the web. */
export const entry = process.argv.includes('--node') ? 'Node entry' : 'web entry'
if (entry === 'Node entry') await import('@partner-platform/webhooks/node')
