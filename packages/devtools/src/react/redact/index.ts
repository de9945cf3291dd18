/** The entry `@antiphon/devtools/review`: what a transcript would tell, looked through before it leaves. */
export { RedactionReview, type RedactionReviewProps } from './redaction-review.js'
export { leftIn, ShareReview, type Shared, type ShareReviewProps } from './share-review.js'
