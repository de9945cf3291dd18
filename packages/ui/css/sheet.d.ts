// The types of the sheets: `import '@antiphon/ui/styles.css'` takes effect and gives no names.
// oxlint-disable-next-line unicorn/require-module-specifiers
export {}
