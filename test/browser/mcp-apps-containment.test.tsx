import { screen } from '@testing-library/react'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { appPage, appServer, closeAppChat, openAppChat } from './support/mcp-app-chat.js'

const counted = async (mark: string): Promise<string[]> => {
  const all = (await (await fetch(`${inject('countingOrigin')}/counted`)).json()) as string[]
  return all.filter((hit) => hit.includes(mark))
}
const frame = () => document.querySelector<HTMLIFrameElement>('[data-slot="mcp-app-frame"]')

afterEach(closeAppChat)

/** Tries something and says what came of it. */
const tries = `
  const found = {};
  const attempt = async (name, run) => {
    try { found[name] = await Promise.race([run(), new Promise((ready) => setTimeout(ready, 1500, 'nothing'))]) }
    catch (error) { found[name] = 'refused: ' + error.name }
  };
`

describe('an app has no way out of its frame', () => {
  it('not by storage, the page, windows, dialogs', async () => {
    const server = appServer({
      html: appPage(`${tries} (async () => {
        await start();
        await attempt('local', () => localStorage.setItem('a', '1') ?? 'done');
        await attempt('session', () => sessionStorage.setItem('a', '1') ?? 'done');
        await attempt('cookie', () => { document.cookie = 'a=1'; return document.cookie === '' ? 'empty' : 'done' });
        await attempt('database', () => new Promise((ok, no) => { const o = indexedDB.open('a'); o.onsuccess = () => ok('done'); o.onerror = () => no(o.error) }));
        await attempt('caches', () => caches.open('a').then(() => 'done'));
        await attempt('page', () => top.document.title ?? 'done');
        await attempt('parent', () => parent.document.title ?? 'done');
        await attempt('frameElement', () => frameElement === null ? 'refused: null' : 'done');
        await attempt('top', () => { top.location.href = 'about:blank'; return 'done' });
        await attempt('window', () => open('about:blank') === null ? 'refused: null' : 'done');
        await attempt('dialog', () => confirm('?') === false ? 'refused: false' : 'done');
        await attempt('clipboard', () => navigator.clipboard.writeText('x').then(() => 'done'));
        await attempt('place', () => new Promise((ok, no) => navigator.geolocation.getCurrentPosition(() => ok('done'), no)));
        await report({ ...found, origin: self.origin });
      })()`),
    })
    const address = location.href
    await openAppChat(server)
    await expect.poll(() => server.found).toHaveLength(1)
    const { origin, cookie, ...rest } = server.found[0] as Record<string, string>
    expect(origin).toBe('null')
    expect(cookie).toMatch(/^(empty|refused)/)
    expect(Object.entries(rest).filter(([, outcome]) => !/^(refused|nothing)/.test(outcome))).toEqual([])
    expect(location.href).toBe(address)
    expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts')
    expect(frame()?.getAttribute('allow')).toBe('')
  })

  it('not by the network: nothing reaches a server', async () => {
    const to = `${inject('countingOrigin')}/leak`
    const server = appServer({
      html: appPage(
        `${tries} const to = '${to}'; (async () => {
        await start();
        await attempt('fetch', () => fetch(to + '-fetch').then(() => 'done'));
        await attempt('no-cors', () => fetch(to + '-no-cors', { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }).then(() => 'done'));
        await attempt('xhr', () => new Promise((ok, no) => { const x = new XMLHttpRequest(); x.onload = () => ok('done'); x.onerror = () => no(new Error('xhr')); x.open('GET', to + '-xhr'); x.send() }));
        await attempt('beacon', () => { navigator.sendBeacon(to + '-beacon', 'x'); return 'nothing' });
        await attempt('socket', () => new Promise((ok, no) => { const s = new WebSocket(to.replace('http', 'ws') + '-socket'); s.onopen = () => ok('done'); s.onerror = () => no(new Error('socket')) }));
        await attempt('events', () => new Promise((ok, no) => { const s = new EventSource(to + '-events'); s.onopen = () => ok('done'); s.onerror = () => no(new Error('events')) }));
        const put = (html) => document.body.insertAdjacentHTML('beforeend', html);
        put('<img src="' + to + '-img">'); put('<link rel="stylesheet" href="' + to + '-css">'); put('<link rel="prefetch" href="' + to + '-prefetch">');
        put('<video src="' + to + '-video"></video>'); put('<object data="' + to + '-object"></object>'); put('<embed src="' + to + '-embed">');
        put('<iframe src="' + to + '-iframe"></iframe>'); put('<div style="background:url(' + to + '-background)">x</div>');
        put('<iframe srcdoc="<img src=\\'' + to + '-nested\\'>"></iframe>');
        const script = document.createElement('script'); script.src = to + '-script'; document.body.append(script);
        await attempt('import', () => import(to + '-import').then(() => 'done'));
        await attempt('worker', () => new Promise((ok, no) => { const w = new Worker(URL.createObjectURL(new Blob(['fetch("' + to + '-worker").then(() => postMessage(1), () => postMessage(0))']))); w.onmessage = ({ data }) => ok(data ? 'done' : 'refused: inside'); w.onerror = () => no(new Error('worker')) }));
        await attempt('form', () => { put('<form method="post" action="' + to + '-form"><input name="a" value="1"></form>'); document.forms[0].submit(); return 'nothing' });
        await attempt('base', () => { const b = document.createElement('base'); b.href = to; document.head.append(b); return 'nothing' });
        await new Promise((ready) => setTimeout(ready, 500));
        await report(found);
      })()`,
        `<link rel="preload" as="image" href="${to}-preload"><meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline' 'unsafe-eval'">`,
      ),
    })
    await openAppChat(server)
    await expect.poll(() => server.found).toHaveLength(1)
    const outcomes = Object.entries(server.found[0] as Record<string, string>)
    expect(outcomes.filter(([, outcome]) => !/^(refused|nothing)/.test(outcome))).toEqual([])
    expect(await counted('leak')).toEqual([])
  })

  it('nor in a page that the host serves for frames', async () => {
    const origin = inject('countingOrigin')
    const server = appServer({
      html: appPage(`${tries} (async () => {
        await start();
        await attempt('fetch', () => fetch('${origin}/served').then(() => 'done'));
        await attempt('storage', () => localStorage.setItem('a', '1') ?? 'done');
        await report(found);
        location.href = '${origin}/served-address';
        setTimeout(() => report('after'), 500);
      })()`),
    })
    await openAppChat(server, { options: { framePage: `${origin}/app-frame` } })
    await expect.poll(() => server.found.length).toBeGreaterThan(0)
    expect(server.found[0]).toEqual({ fetch: 'refused: TypeError', storage: 'refused: SecurityError' })
    expect(await screen.findByText(/tried to go to another address/)).toBeVisible()
    expect(await counted('served')).toEqual([])
  })

  it.each([
    ['by an address', `location.href = to`],
    ['by a link', `const a = document.createElement('a'); a.href = to; document.body.append(a); a.click()`],
    [
      'by a page that refreshes itself',
      `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=' + to + '">')`,
    ],
    ['in the frame around it', `parent.location = to`],
  ])('not by going elsewhere %s', async (name, way) => {
    const mark = `away-${name.replaceAll(' ', '-')}`
    const to = `${inject('countingOrigin')}/${mark}`
    const server = appServer({
      html: appPage(
        `const to = '${to}'; (async () => { await start(); await report('before'); try { ${way} } catch {} setTimeout(() => report('after'), 500) })()`,
      ),
    })
    await openAppChat(server)
    await expect
      .poll(
        () => server.found.includes('after') || screen.queryByText(/tried to go to another address/) !== null,
      )
      .toBe(true)
    expect(await counted(mark)).toEqual([])
  })

  it('reaches what its server declares, and no more', async () => {
    const origin = inject('countingOrigin')
    const server = appServer({
      meta: {
        csp: {
          connectDomains: [
            origin.replace('127.0.0.1', 'localhost'),
            '*',
            'https:',
            'https://a.example; script-src *',
          ],
        },
      },
      html: appPage(`${tries} (async () => {
        await start();
        await attempt('declared', () => fetch('${origin.replace('127.0.0.1', 'localhost')}/declared').then(() => 'done'));
        await attempt('other', () => fetch('${origin}/undeclared').then(() => 'done'));
        await report(found);
      })()`),
    })
    await openAppChat(server)
    await expect.poll(() => server.found).toHaveLength(1)
    expect(server.found[0]).toMatchObject({ other: 'refused: TypeError' })
    expect(await counted('undeclared')).toEqual([])
    expect(screen.getByText(`Can reach ${origin.replace('127.0.0.1', 'localhost')}`)).toBeVisible()
  })
})

describe('a flood of messages', () => {
  const flood = (target: string) =>
    appPage(`(async () => {
      await start();
      await report('begins');
      setInterval(() => { for (let i = 0; i < 100; i++) ${target}.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 100 + i } }, '*') }, 10);
    })()`)

  it.each([
    ['through its frame', 'parent'],
    ['past its frame', 'parent.parent'],
  ])('of 10,000 a second %s stops the app, and keys are answered meanwhile', async (_, target) => {
    const server = appServer({ html: flood(target) })
    const onMessage = vi.fn()
    /** Changes to what is drawn of the app. */
    let changes = 0
    const observer = new MutationObserver((records) => {
      for (const { target } of records) if (target.parentElement?.closest('[data-slot="mcp-app"]')) changes++
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    await openAppChat(server, { options: { onMessage } })
    await expect.poll(() => server.found).toHaveLength(1)
    const box = screen.getByRole<HTMLTextAreaElement>('textbox')
    box.focus()
    let slowest = 0
    for (const key of 'still answers') {
      // From the press, as the browser has noted it (an input event is only made in the page), to the answer of the page.
      const answered = new Promise<number>((resolve) => {
        let pressed = 0
        box.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { once: true })
        box.addEventListener('input', () => resolve(performance.now() - pressed), { once: true })
      })
      await userEvent.keyboard(key)
      slowest = Math.max(slowest, await answered)
    }
    expect(box.value).toBe('still answers')
    expect(await screen.findByText('The app was stopped. It sent too many messages.')).toBeVisible()
    expect(frame()).toBe(null)
    observer.disconnect()
    // The time depends on what else the machine does, so it is told and not asserted: the goal is 200 ms.
    console.info(`[flood] ${JSON.stringify({ slowest, changes, read: onMessage.mock.calls.length })}`)
    // The work does not: the rest has not reached the page, or was not read, and the app was not drawn for each message.
    expect(onMessage.mock.calls.length).toBeLessThan(250)
    expect(changes).toBeLessThan(100)
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
    await expect.poll(() => server.found).toHaveLength(2)
  })

  it('of garbage does nothing', async () => {
    const server = appServer({
      html: appPage(`(async () => {
        await start();
        const cyclic = {}; cyclic.self = cyclic;
        const deep = JSON.parse('{"a":'.repeat(5000) + '1' + '}'.repeat(5000));
        for (const data of [null, 0, '', [], new Map(), new Date(), cyclic, deep, new Blob(['x']), { jsonrpc: '2.0' }, { jsonrpc: '1.0', id: 1, method: 'ping' },
          { jsonrpc: '2.0', id: {}, method: 'ping' }, { jsonrpc: '2.0', id: 'host-1', result: 1, error: 1 }, { jsonrpc: '2.0', id: 1e999, method: 'ping' },
          JSON.parse('{"jsonrpc":"2.0","method":"ui/notifications/size-changed","params":{"__proto__":{"polluted":1},"height":-5}}'),
          JSON.parse('{"__proto__":{"jsonrpc":"2.0","method":"ping","id":1}}'),
          { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 'tall', width: NaN } },
          { jsonrpc: '2.0', method: 'ui/notifications/sandbox-flooded' }, { jsonrpc: '2.0', method: 'ui/notifications/sandbox-left' },
          { jsonrpc: '2.0', method: 'x'.repeat(1e6), id: 7 }]) try { parent.postMessage(data, '*') } catch {}
        const constructor = await ask('constructor');
        const proto = await ask('__proto__');
        await report({ constructor: constructor.error.code, proto: proto.error.code, again: (await ask('ui/initialize', {})).error.code, tool: (await ask('tools/call', { name: 'toString' })).error.code, pong: await ask('ping') });
      })()`),
    })
    await openAppChat(server)
    await expect.poll(() => server.found).toHaveLength(1)
    expect(server.found[0]).toEqual({
      constructor: -32601,
      proto: -32601,
      again: -32600,
      tool: -32602,
      pong: {},
    })
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
    expect(frame()).not.toBe(null)
  })
})
