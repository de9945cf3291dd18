// They load drivers of databases when they are needed, so Next.js leaves them as they are.
export default { serverExternalPackages: ['@antiphon/server', 'libsql'] }
