/** The names that the build of the demo replaces, and the title of its page. Imported before any module of the demo. */
Object.assign(globalThis, { SCRIPTED_IN_PAGE: false, APP_VERSION: '0.0.0' })
document.title = 'Antiphon'
