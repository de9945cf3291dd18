/** Pages of this server, to try the page tool without any configuration. */
export const samplePages: ReadonlyMap<string, string> = new Map([
  [
    '/pages/fog-signals',
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Fog signals of the Skerry light</title>
  </head>
  <body>
    <h1>Fog signals of the Skerry light</h1>
    <p>The Skerry light has had four fog signals since 1871. Each was heard farther than the one before, until the last one, which nobody hears at all.</p>
    <table>
      <tr><th>Years</th><th>Signal</th><th>Range</th></tr>
      <tr><td>1871 to 1904</td><td>Bell, struck by clockwork</td><td>2 km</td></tr>
      <tr><td>1904 to 1938</td><td>Reed horn on compressed air</td><td>6 km</td></tr>
      <tr><td>1938 to 1987</td><td>Diaphone, two tones</td><td>14 km</td></tr>
      <tr><td>1987 to today</td><td>Radar beacon, silent</td><td>26 km</td></tr>
    </table>
    <h2>Why the horn was taken down</h2>
    <p>The diaphone used 40 litres of diesel in a night of fog. In its last year it sounded for 612 hours, and the keeper of the time noted 31 letters from the village about it.</p>
    <ul>
      <li>The bell stands in the harbour museum.</li>
      <li>The diaphone is sounded once a year, on the second Sunday of August.</li>
    </ul>
  </body>
</html>
`,
  ],
])
