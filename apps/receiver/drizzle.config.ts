// biome-ignore lint/style/noDefaultExport: drizzle-kit reads a default export.
export default { dialect: 'postgresql', schema: './src/store/schema.ts', out: './migrations' }
