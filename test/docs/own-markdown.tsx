import { Chat } from '@antiphon/ui'
import type { CodeBlockProps, MarkdownLinkProps } from '@antiphon/ui/markdown'

const components = {
  CodeBlock: ({ code, language, complete }: CodeBlockProps) => (
    <pre data-language={language} aria-busy={!complete}>
      {code}
    </pre>
  ),
  Link: ({ url, children }: MarkdownLinkProps) => <a href={url.href}>{children}</a>,
}

const markdown = {
  components,
  imagePolicy: (url: URL) => (url.origin === 'https://images.example.com' ? 'load' : 'ask'),
  linkPolicy: (url: URL) => url.protocol === 'https:',
}

export const OwnMarkdown = () => <Chat transcript={{ markdown }} />
