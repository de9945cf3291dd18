/**
 * Checks that run inside the page, over one story each. Every function is sent there as text, so it uses nothing outside of
 * itself. Each returns what is wrong, one line a finding.
 */
export const findings = {
  messages(): string[] {
    const found: string[] = []
    for (const turn of document.querySelectorAll('[data-slot="transcript"] [data-slot="turn"]')) {
      const role = turn.getAttribute('role') ?? turn.localName
      if (role !== 'article') found.push(`a turn is a ${role}`)
      const label =
        turn.getAttribute('aria-label') ??
        document.getElementById(turn.getAttribute('aria-labelledby') ?? '')?.textContent
      if (!label?.trim()) found.push('a turn has no name')
    }
    for (const heading of document.querySelectorAll('[data-slot="prose"] :is(h1, h2)')) {
      found.push(`${heading.localName} in a message: ${heading.textContent}`)
    }
    return found
  },

  disclosures(): string[] {
    const found: string[] = []
    for (const button of document.querySelectorAll<HTMLElement>('#storybook-root [aria-expanded]')) {
      // The rows below a head of a tree are its siblings.
      if (button.getAttribute('role') === 'treeitem') continue
      const name = button.textContent.trim() || button.getAttribute('aria-label')
      const opens = button.getAttribute('aria-controls')
      if (!['button', 'input'].includes(button.localName)) found.push(`${name} is a ${button.localName}`)
      if (!name && button.localName === 'button') found.push('an opener has no name')
      // These lengthen the element right before them; nothing is hidden behind them.
      if (button.closest('[data-slot="more"], [data-slot="code-more"]')) continue
      if (button.getAttribute('aria-haspopup') || button.getAttribute('role') === 'combobox') continue
      const body = opens ? document.getElementById(opens) : null
      if (!body) {
        found.push(`${name} says it opens ${opens}, which is not there`)
        continue
      }
      if (button.getAttribute('aria-expanded') === 'true') continue
      const reachable = [
        ...body.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [tabindex="0"]'),
      ]
      const focusable = reachable.find((element) => {
        element.focus({ preventScroll: true })
        return document.activeElement === element
      })
      if (focusable) found.push(`${name} is closed, and ${focusable.outerHTML.slice(0, 80)} takes focus`)
    }
    return found
  },

  names(): string[] {
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(
      '#storybook-root :is(button, a[href], input:not([type="hidden"]), textarea, select, [role="button"])',
    )) {
      const labels = (control as HTMLInputElement).labels
      const name = [
        control.getAttribute('aria-label'),
        document.getElementById(control.getAttribute('aria-labelledby') ?? '')?.textContent,
        control.textContent,
        labels?.[0]?.textContent,
        control.querySelector('img')?.alt,
      ].find((text) => text?.trim())
      if (!name) found.push(`no name: ${control.outerHTML.slice(0, 120)}`)
    }
    for (const button of document.querySelectorAll('[data-slot="message-actions"] button')) {
      const name = button.getAttribute('aria-label') ?? button.textContent
      if (/^(Copy|Retry|Edit|Delete)$/.test(name.trim())) found.push(`"${name}" does not say of what`)
    }
    return found
  },

  code(): string[] {
    const found: string[] = []
    for (const area of document.querySelectorAll<HTMLElement>('#storybook-root pre')) {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(area).overflowX)
      const holder = scrolls ? area : area.closest<HTMLElement>('[tabindex="0"]')
      if (scrolls && area.tabIndex !== 0) found.push(`takes no focus: ${area.textContent.slice(0, 60)}`)
      if (
        holder?.tabIndex === 0 &&
        !holder.getAttribute('aria-label') &&
        !holder.getAttribute('aria-labelledby')
      )
        found.push(`has no name: ${area.textContent.slice(0, 60)}`)
    }
    for (const block of document.querySelectorAll('[data-slot="code-block"]')) {
      if (!block.querySelector('button')) found.push('a code block cannot be copied')
    }
    return found
  },

  tables(): string[] {
    const found: string[] = []
    for (const table of document.querySelectorAll<HTMLElement>('#storybook-root table')) {
      if (!table.querySelector('th')) found.push(`no header cell: ${table.textContent.slice(0, 60)}`)
      const area = table.closest<HTMLElement>('[tabindex="0"]:not([data-slot="viewport"])')
      // A table with fields is scrolled by them.
      if (!area && table.querySelector('input')) continue
      if (!area) found.push(`no area to scroll: ${table.textContent.slice(0, 60)}`)
      else if (!area.getAttribute('aria-label') && !area.getAttribute('aria-labelledby'))
        found.push(`an area without a name: ${table.textContent.slice(0, 60)}`)
    }
    return found
  },

  direction(): string[] {
    const found: string[] = []
    for (const block of document.querySelectorAll('[data-slot="prose"], [data-slot="bubble-text"]')) {
      const blocks = [block, ...block.querySelectorAll('[dir="auto"]')]
      if (!blocks.some((one) => one.getAttribute('dir') === 'auto'))
        found.push(`no direction of its own: ${block.textContent.slice(0, 60)}`)
    }
    for (const code of document.querySelectorAll<HTMLElement>('[data-slot="code-block"] pre')) {
      if (getComputedStyle(code).direction !== 'ltr')
        found.push(`code runs right to left: ${code.textContent}`)
    }
    return found
  },

  targets(): string[] {
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(
      ':is(button, input:not([type="hidden"]), textarea, select, summary, a[href], [role="option"])',
    )) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      if (width === 0 || height === 0) continue
      // Checkboxes of task lists say how things are; nobody presses them.
      if ((control as HTMLInputElement).disabled || control.closest('[inert]')) continue
      // A control in a line of text is as high as the text (the exception of WCAG 2.5.8).
      if (control.matches('a, [role="option"]') && getComputedStyle(control).display === 'inline') continue
      if (Math.min(width, height) < 43.5)
        found.push(`${Math.round(width)} x ${Math.round(height)}: ${control.outerHTML.slice(0, 120)}`)
    }
    return found
  },

  reflow(): string[] {
    const found: string[] = []
    const { documentElement } = document
    if (documentElement.scrollWidth > documentElement.clientWidth)
      found.push(`the page is ${documentElement.scrollWidth} px wide`)
    for (const viewport of document.querySelectorAll('[data-slot="viewport"]')) {
      if (viewport.scrollWidth > viewport.clientWidth + 1)
        found.push(`the transcript is ${viewport.scrollWidth} px wide in ${viewport.clientWidth}`)
    }
    const composer = document.querySelector('.gallery-screen > [data-slot="composer"]')
    const height = composer?.getBoundingClientRect().height ?? 0
    if (height > innerHeight / 2)
      found.push(`the composer is ${Math.round(height)} px high in ${innerHeight}`)
    return found
  },

  cut(): string[] {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('#storybook-root *')) {
      const style = getComputedStyle(element)
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue
      // Hidden words for screen readers, closed folds, and one-line previews whose whole text opens below.
      if (style.clipPath !== 'none' || style.textOverflow === 'ellipsis' || style.position === 'absolute')
        continue
      if (element.closest('[data-slot="fold"][data-state="closed"], [aria-hidden="true"], svg, textarea'))
        continue
      if (element.matches('[data-slot="viewport"], [data-slot="reasoning-body"]')) continue
      if (!element.checkVisibility({ visibilityProperty: true }) || element.clientHeight === 0) continue
      const overflow = element.scrollHeight - element.clientHeight
      const cutY = overflow > 2 && /hidden|clip/.test(style.overflowY) && style.maxHeight === 'none'
      if (cutY && element.textContent.trim() !== '')
        found.push(`${overflow} px cut of ${element.getAttribute('data-slot') ?? element.localName}`)
    }
    return found
  },

  motion(): string[] {
    return document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration } = effect!.getComputedTiming()
        return playState === 'running' && Number(duration) > 0
      })
      .map((animation) => {
        const target = (animation.effect as KeyframeEffect).target
        return `moves: ${target?.getAttribute('data-slot') ?? target?.outerHTML.slice(0, 80)}`
      })
  },

  restlessness(): string[] {
    return document
      .getAnimations()
      .filter(({ effect }) => effect!.getComputedTiming().endTime === Infinity)
      .flatMap((animation) => {
        const target = (animation.effect as KeyframeEffect).target!
        // A mark or the caret may move while something runs; it goes when that ends.
        const busy = target.matches('[data-slot="caret"], svg, svg *, [data-slot="mark"] *, [data-icon]')
        return busy ? [] : [`moves for ever: ${target.outerHTML.slice(0, 100)}`]
      })
  },

  forcedColors(): string[] {
    const found: string[] = []
    const probe = document.body.appendChild(document.createElement('i'))
    const system = ['Canvas', 'CanvasText', 'LinkText', 'ButtonFace', 'ButtonText', 'Highlight'].map(
      (name) => {
        probe.style.cssText = `forced-color-adjust: none; color: ${name}`
        return getComputedStyle(probe).color
      },
    )
    probe.remove()
    for (const icon of document.querySelectorAll<SVGElement>('#storybook-root svg[data-icon]')) {
      const { color, stroke, fill } = getComputedStyle(icon)
      if (stroke !== color && fill !== color)
        found.push(`${icon.dataset['icon']} keeps a colour of its own: ${stroke}`)
    }
    for (const control of document.querySelectorAll<HTMLElement>(
      '#storybook-root :is(button, input, textarea)',
    )) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue
      const { forcedColorAdjust, color, backgroundColor } = getComputedStyle(control)
      // A filled button says which is the first choice, in two colours of the system.
      if (forcedColorAdjust === 'none' && !(system.includes(color) && system.includes(backgroundColor)))
        found.push(`keeps its colours: ${control.outerHTML.slice(0, 100)}`)
    }
    for (const state of document.querySelectorAll(
      '[data-slot="tool-call"] > [data-slot="row"] [data-slot="mark"]',
    )) {
      if (!state.querySelector('svg')) found.push('a state without a shape')
    }
    return found
  },
}

/**
 * Where the Tab key has gone: the stop's number in the page, and what is wrong with how it shows. A page that still scrolls or
 * lays itself out is given ten seconds to come to rest.
 */
export async function findFocusStop(): Promise<{ key?: number; problem?: string }> {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return {}
  const stops = ((window as unknown as { focusStops?: Element[] }).focusStops ??= [])
  const known = stops.indexOf(element)
  const key = known === -1 ? stops.push(element) - 1 : known
  const name = element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)

  const findProblem = (): string | undefined => {
    // The ring may be around the box that a field lies in.
    const rings = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one)
    const ringed = rings.some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one!)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    if (!ringed) return `no ring: ${name}`
    const { left, top, width, height } = element.getBoundingClientRect()
    const points = [
      [left + width / 2, top + height / 2],
      [left + 4, top + 4],
      [left + width - 4, top + height - 4],
    ]
    const visible = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x!, y!)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    })
    return visible ? undefined : `covered or out of view: ${name}`
  }

  const end = performance.now() + 10_000
  let problem = findProblem()
  while (problem && performance.now() < end) {
    await new Promise(requestAnimationFrame)
    problem = findProblem()
  }
  return problem ? { key, problem } : { key }
}
