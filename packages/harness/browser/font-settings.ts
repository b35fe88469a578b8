/** Settings of fontconfig that make the font of the package the one of the system, so that pictures are alike. */
export const toFontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  ${prefer('system-ui', ['Open Sans'])}
  ${prefer('sans-serif', ['Open Sans'])}
  ${prefer('monospace', ['Liberation Mono', 'DejaVu Sans Mono'])}
</fontconfig>
`

function prefer(family: string, fonts: readonly string[]): string {
  const families = fonts.map((font) => `<family>${font}</family>`).join('')
  return `<alias><family>${family}</family><prefer>${families}</prefer></alias>`
}
