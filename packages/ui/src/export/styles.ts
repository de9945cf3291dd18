import { darkTokens, lightTokens } from './tokens.js'

/** The sheet of an exported page: the ledger of the design in as few rules as it takes. */
export const pageStyles = `
:root{color-scheme:light;${lightTokens}
--sans:Inter,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;
--mono:'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
@media screen{:root[data-theme=dark]{color-scheme:dark;${darkTokens}}}
@media screen and (prefers-color-scheme:dark){:root[data-theme=system]{color-scheme:dark;${darkTokens}}}
*{box-sizing:border-box}
body{margin:0;background:var(--antiphon-bg);color:var(--antiphon-text);font:400 1rem/1.625 var(--sans);-webkit-text-size-adjust:100%}
header,main{max-width:45rem;margin-inline:auto;padding-inline:1rem}
header{padding-block:2.5rem .25rem}
header h1{margin:0;padding-inline-start:2rem;font-size:1.375rem;line-height:1.32;font-weight:620;letter-spacing:-.012em;overflow-wrap:anywhere}
header p{margin:.25rem 0 0;padding-inline-start:2rem;color:var(--antiphon-text-3);font-size:.84375rem}
main{padding-block:1.75rem 4rem}
h2,.word{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sheet{position:absolute;inline-size:0;block-size:0}
article{position:relative;min-inline-size:0;unicode-bidi:isolate}
article+article{margin-block-start:1.75rem}
article>*+*,.list>*+*{margin-block-start:0}
.answer>.md+*,.answer>*+.md,.answer>*+.ending,.answer>.ending+*,.answer>*+.figure{margin-block-start:1.125rem}
svg{inline-size:1rem;block-size:1rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.question{display:flex;flex-direction:column;align-items:flex-end}
.bubble{max-inline-size:min(34rem,100%);padding:.625rem 1rem;border:1px solid var(--antiphon-line);border-radius:16px 16px 5px;background:var(--antiphon-surface);line-height:1.5;min-inline-size:0}
.bubble>*+*{margin-block-start:.6em}
.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
.text.quiet{color:var(--antiphon-text-2);font-size:.90625rem;line-height:1.55;padding-inline-start:2rem;padding-block:.25rem .75rem}
.row{display:flex;align-items:center;gap:0;min-block-size:32px;font-size:.84375rem;line-height:1.40741;color:var(--antiphon-text-2)}
.mark{inline-size:2rem;flex:none;display:flex;align-items:center;padding-inline-start:.25rem}
.words{min-inline-size:0;flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;unicode-bidi:isolate}
.words b{font-weight:560;color:var(--antiphon-text)}
.figures{flex:none;padding-inline-start:.75rem;color:var(--antiphon-text-3);font-size:.78125rem;font-variant-numeric:tabular-nums}
.chevron{flex:none;display:flex;padding-inline-start:.375rem;color:var(--antiphon-text-3)}
summary{cursor:pointer;list-style:none;border-radius:8px}
summary::-webkit-details-marker{display:none}
summary:hover{color:var(--antiphon-text)}
details[open]>summary>.chevron svg{rotate:90deg}
.name{font:560 .8125rem/1.3 var(--mono);font-variant-ligatures:none;color:var(--antiphon-text)}
.peek{color:var(--antiphon-text-3);margin-inline-start:.5rem}
.peek code{font:400 .8125rem/1.3 var(--mono);font-variant-ligatures:none;color:var(--antiphon-text-2);margin-inline-end:.375rem}
.peek .failed{color:var(--antiphon-danger)}
.verdict{color:var(--antiphon-text-2)}
[data-state=done]>.row .mark,.row[data-state=done] .mark{color:var(--antiphon-success)}
details[data-state=error]:not(.group)>.row :is(.mark,.verdict),[data-state=cut-off]>.row .mark{color:var(--antiphon-danger)}
[data-state=denied]>.row .mark,[data-state=cancelled]>.row .mark{color:var(--antiphon-text-3)}
[data-state=unanswered]>.row .mark,[data-state=orphan]>.row .mark{color:var(--antiphon-info)}
.error-line{display:none}
details[data-state=error]:not([open])+.error-line{display:block;margin:0 0 .375rem;padding-inline-start:2rem;color:var(--antiphon-danger);font-size:.84375rem;overflow-wrap:anywhere}
.call{margin:.125rem 0 .625rem;margin-inline-start:2rem;border:1px solid var(--antiphon-line);border-radius:10px;overflow:hidden;background:var(--antiphon-raised);font-size:.84375rem}
dl{display:grid;grid-template-columns:fit-content(11rem) minmax(0,1fr);gap:.25rem .75rem;margin:0;padding:.625rem .75rem}
dt{color:var(--antiphon-text-2);overflow-wrap:anywhere}
dd{margin:0;font:400 .8125rem/1.5 var(--mono);font-variant-ligatures:none;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
pre{margin:0;padding:.625rem .75rem;overflow:auto;max-block-size:32rem;font:400 .8125rem/1.615 var(--mono);font-variant-ligatures:none;tab-size:2;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
.result{border-block-start:1px solid var(--antiphon-line)}
.result.failed{background:var(--antiphon-danger-soft);color:var(--antiphon-danger)}
.result .chip,.result img{margin:.5rem .75rem}
.none{margin:0;padding:.5rem .75rem;color:var(--antiphon-text-3);font-size:.84375rem}
.answer>.none{padding-inline-start:2rem}
.answer>.md,.answer>footer,.ending,.figure{margin-inline-start:2rem}
.md{overflow-wrap:anywhere;unicode-bidi:isolate}
.md :where(p,ul,ol,blockquote,h3,h4,h5,h6){margin:0;max-inline-size:min(37rem,40ic)}
.md>*+*,.md :is(li,blockquote)>*+:is(p,figure,blockquote,.table){margin-block-start:.85em}
.md :is(h3,h4,h5,h6){font-size:1em;line-height:1.5;font-weight:620;text-wrap:balance}
.md .l1{font-size:1.375em;line-height:1.32;letter-spacing:-.012em}
.md .l2{font-size:1.25em;line-height:1.3;letter-spacing:-.012em}
.md .l3{font-size:1.0625em;line-height:1.41}
.md>*+:is(h3,h4,h5,h6){margin-block-start:1.4em}
.md>:is(h3,h4,h5,h6)+*{margin-block-start:.5em}
.md :is(ul,ol){padding-inline-start:1.6em}
.md li+li,.md li>:is(ul,ol){margin-block-start:.3em}
.md li::marker{color:var(--antiphon-text-3);font-variant-numeric:tabular-nums}
.md .check{list-style:none}
.task{display:inline-block;inline-size:1.4em;margin-inline-start:-1.4em}
.md strong{font-weight:620}
blockquote{border-inline-start:2px solid var(--antiphon-line);padding-inline-start:14px;color:var(--antiphon-text-2)}
hr{border:0;block-size:1px;background:var(--antiphon-line);margin-block:1.4em}
.md :not(pre)>code{font-family:var(--mono);font-size:.86em;font-variant-ligatures:none;padding:.1em .35em;border-radius:5px;background:var(--antiphon-sunken);unicode-bidi:isolate}
a{color:var(--antiphon-accent);text-decoration-thickness:1px;text-underline-offset:.18em;overflow-wrap:anywhere}
.host,.note{color:var(--antiphon-text-2);font-size:.86em}
mark{background:var(--antiphon-warn-soft);color:var(--antiphon-warn);border-radius:3px;padding-inline:2px;font-size:.86em}
:where(.code){margin:0}
.code{border:1px solid var(--antiphon-line);border-radius:10px;background:var(--antiphon-surface);overflow:hidden;direction:ltr;text-align:start}
.code figcaption{padding:.5rem .875rem 0;color:var(--antiphon-text-3);font:400 .75rem/1.2 var(--mono)}
.code pre{padding:.625rem .875rem .8125rem;white-space:pre;overflow-wrap:normal}
.t-keyword{color:var(--antiphon-accent)}.t-function{color:var(--antiphon-info)}.t-number{color:var(--antiphon-warn)}.t-string{color:var(--antiphon-success)}.t-comment{color:var(--antiphon-text-3)}
.table{overflow:auto}
table{min-inline-size:100%;border-collapse:collapse;font-size:.90625rem;line-height:1.55;overflow-wrap:normal}
th,td{padding:7px 20px 7px 0;text-align:start;vertical-align:baseline}
th{border-block-end:1px solid var(--antiphon-line-strong);color:var(--antiphon-text-2);font-size:.8125rem;font-weight:560;white-space:nowrap}
td{border-block-end:1px solid var(--antiphon-line)}
.right{text-align:end;padding-inline:20px 0;font-variant-numeric:tabular-nums}.center{text-align:center}
.thought{margin:.125rem 0 .75rem;margin-inline-start:2rem;padding-inline-start:.875rem;border-inline-start:2px solid var(--antiphon-line);color:var(--antiphon-text-2);font-size:.90625rem;line-height:1.55}
.thought .md{font-size:1em}
.ending{display:flex;gap:.625rem;padding:.5625rem .75rem;border-radius:10px;font-size:.84375rem;line-height:1.40741;background:var(--antiphon-surface);border:1px solid var(--antiphon-line)}
.ending svg{margin-block-start:.1rem}
.ending b{font-weight:620}.ending p{margin:0;color:var(--antiphon-text-2)}
.ending.warn{background:var(--antiphon-warn-soft);border-color:transparent}.ending.warn :is(svg,b){color:var(--antiphon-warn)}
.ending.danger{background:var(--antiphon-danger-soft);border-color:transparent}.ending.danger :is(svg,b){color:var(--antiphon-danger)}
.ending.info{background:var(--antiphon-info-soft);border-color:transparent}.ending.info :is(svg,b){color:var(--antiphon-info)}
.answer>footer{margin-block-start:.625rem;color:var(--antiphon-text-3);font-size:.78125rem;font-variant-numeric:tabular-nums}
.chip{display:inline-flex;align-items:center;gap:.5rem;max-inline-size:100%;padding:.3125rem .625rem;border:1px solid var(--antiphon-line);border-radius:8px;background:var(--antiphon-raised);font-size:.84375rem;overflow-wrap:anywhere}
.chip small{color:var(--antiphon-text-3);font-size:.75rem}
.part summary{font-size:.84375rem;color:var(--antiphon-text-2);text-decoration:underline dotted}
img{max-inline-size:100%;block-size:auto;max-block-size:24rem;border-radius:10px;display:block}
:focus-visible{outline:2px solid var(--antiphon-focus);outline-offset:2px}
pre:focus-visible,.table:focus-visible{outline-offset:-2px}
@media (max-width:45rem){header,main{padding-inline:.875rem}.mark,header h1,header p{--m:1.5rem}.mark{inline-size:1.5rem;padding-inline-start:0}header h1,header p{padding-inline-start:0}.call,.thought,.answer>.md,.answer>footer,.ending,.figure{margin-inline-start:1.5rem}.text.quiet,details[data-state=error]:not([open])+.error-line,.answer>.none{padding-inline-start:1.5rem}}
@media (pointer:coarse){summary.row{min-block-size:44px}}
@media (forced-colors:active){.bubble,.ending,.call,.code,.chip{border-color:CanvasText}}
@media print{
body{font-size:10.5pt}
header,main{max-width:none;padding-inline:0}
details::details-content{content-visibility:visible;block-size:auto}
.chevron{display:none}
.word{position:static;inline-size:auto;block-size:auto;clip-path:none;margin-inline-start:.25rem;font-size:.75rem}
.mark{inline-size:auto;min-inline-size:2rem;padding-inline-end:.5rem}
.words{white-space:normal}
pre{max-block-size:none;overflow:visible;white-space:pre-wrap;overflow-wrap:anywhere}
.code,.ending,.bubble,tr,.row{break-inside:avoid}
a[href^=http]::after{content:' (' attr(href) ')';color:var(--antiphon-text-3);font-size:.86em}
}
`
  .replaceAll(/\n\s*/g, '\n')
  .trim()
