import css from '../../css/export.css?inline'

/** The sheet of an exported page, as text. The build writes it into this module (`build-css.mjs`). */
export const sheet: string = css
