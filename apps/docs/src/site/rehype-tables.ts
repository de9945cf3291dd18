interface Element {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Element[]
}

/**
 * Puts each table into a box that scrolls sideways and can be reached by keyboard, so that the page itself never does. A heading
 * without words is an ordinary cell: it would be read as a heading.
 */
export const rehypeTables = () => wrapTables

function wrapTables(node: Element): void {
  if (node.tagName === 'th' && node.children?.length === 0) node.tagName = 'td'
  node.children?.forEach(wrapTables)
  node.children = node.children?.map((child) => {
    if (child.tagName !== 'table') return child
    const properties = { className: ['table-box'], tabIndex: 0, role: 'group', ariaLabel: 'Table' }
    return { type: 'element', tagName: 'div', properties, children: [child] }
  })
}
