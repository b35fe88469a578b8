// Says where it is; `bundle-main.test.ts` runs it.
console.log(import.meta.url, import.meta.dirname)
