import type { EndpointConfig } from '@antiphon/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useModels } from './use-models.js'

function Models({ baseUrl, fetch }: { baseUrl: string; fetch: typeof globalThis.fetch }) {
  const { data, error } = useModels({ baseUrl, apiKey: 'k' }, { fetch })
  return <output>{error ? `${error.data.code}: ${error.message}` : data?.map(({ id }) => id).join()}</output>
}
const show = (baseUrl: string, fetch: typeof globalThis.fetch) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Models baseUrl={baseUrl} fetch={fetch} />
    </QueryClientProvider>,
  )
const atV1: typeof globalThis.fetch = async (url) =>
  String(url).endsWith('/v1/models')
    ? new Response('{"data":[{"id":"one"},{"id":"two"}]}')
    : new Response('', { status: 404 })

it('the models of an endpoint are there under StrictMode', async () => {
  show('http://localhost:1/v1', atV1)
  expect(await screen.findByText('one,two')).toBeInTheDocument()
})

it('an endpoint that is a text is its base URL', async () => {
  function Own() {
    return <output>{useModels('http://localhost:1/v1', { fetch: atV1 }).data?.[0]?.id}</output>
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Own />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('one')).toBeInTheDocument()
})

it('a base URL without its /v1 fails in words that hold the right one', async () => {
  show('http://localhost:1', atV1)
  expect(
    await screen.findByText(/^no_version: .*There is one at http:\/\/localhost:1\/v1:/),
  ).toBeInTheDocument()
})

it('other headers or another query ask anew; no secret of them is in the key of the query', async () => {
  const client = new QueryClient()
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const secret = new Headers(init?.headers).get('x-auth') ?? new URL(String(url)).searchParams.get('key')
    asked.push(secret!)
    return Response.json({ data: [{ id: `model of ${secret}` }] })
  }
  function Own({ endpoint }: { endpoint: EndpointConfig }) {
    return <output>{useModels(endpoint, { fetch }).data?.[0]?.id}</output>
  }
  const page = (more: Partial<EndpointConfig>) => (
    <QueryClientProvider client={client}>
      <Own endpoint={{ baseUrl: 'http://localhost:1/v1', ...more }} />
    </QueryClientProvider>
  )
  const { rerender } = render(page({ extraHeaders: { 'x-auth': 'secret-one', a: 'b' } }), {
    reactStrictMode: false,
  })
  expect(await screen.findByText('model of secret-one')).toBeInTheDocument()
  rerender(page({ extraHeaders: { a: 'b', 'x-auth': 'secret-one' } }))
  expect(asked).toEqual(['secret-one'])
  rerender(page({ extraHeaders: { 'x-auth': 'secret-two', a: 'b' } }))
  expect(await screen.findByText('model of secret-two')).toBeInTheDocument()
  rerender(page({ extraQuery: { key: 'secret-three' } }))
  expect(await screen.findByText('model of secret-three')).toBeInTheDocument()
  const keys = client
    .getQueryCache()
    .getAll()
    .map(({ queryHash }) => queryHash)
  expect(new Set(keys).size).toBe(3)
  expect(keys.join()).not.toContain('secret')
})
