import { registerHooks } from 'node:module'

// Loaded before the main file of a process. Node reads the package.json of drizzle-orm, 180 kB of it,
// once for each of its files: more than half of what a start costs. All of them are ES modules.
const inDrizzle = /\/node_modules\/drizzle-orm\/.*\.js$/

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context
    if (!specifier.startsWith('.') || parentURL === undefined || !inDrizzle.test(parentURL)) {
      return next(specifier, context)
    }
    const { href } = new URL(specifier, parentURL)
    return inDrizzle.test(href)
      ? { url: href, format: 'module', shortCircuit: true }
      : next(specifier, context)
  },
})
