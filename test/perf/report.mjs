const n = (value) => (value === undefined ? '–' : Math.round(value).toLocaleString('en-US'))
export function printReport({ results, weight, seconds }) {
  for (const [name, { floor, antiphon }] of Object.entries(results)) {
    const cells = [
      name.padEnd(15),
      `antiphon ${n(antiphon?.busy)} (${antiphon?.spread.map(n).join('-')}) script ${n(antiphon?.script)} layout ${n(antiphon?.layout)} style ${n(antiphon?.style)}`,
      `floor ${n(floor?.busy)} (${floor?.spread.map(n).join('-')})`,
      `ratio ${antiphon && floor ? (antiphon.busy / floor.busy).toFixed(2) : '–'}`,
      `long ${n(antiphon?.longTasks)}/${n(floor?.longTasks)} p95 ${n(antiphon?.gapP95)}/${n(floor?.gapP95)} max ${n(antiphon?.gapMax)}`,
      antiphon?.firstPaint
        ? `first ${n(antiphon.firstPaint)} (cpu ${n(antiphon.firstBusy)}) nodes ${n(antiphon.nodes)} heap ${(antiphon.heap / 1e6).toFixed(1)} json ${(antiphon.size / 1e6).toFixed(1)}`
        : '',
      antiphon?.parts ? `parts ${antiphon.parts.map(n).join(' ')} | ${floor?.parts.map(n).join(' ')}` : '',
      antiphon?.keyP95 ? `keys p95 ${antiphon.keyP95.toFixed(1)}` : '',
      antiphon?.wrong.join('; '),
    ]
    console.log(cells.filter(Boolean).join('  '))
  }
  console.log(weight, `${seconds} s`)
}
export function writeReport() {}
