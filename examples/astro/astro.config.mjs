import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

export default defineConfig({
  integrations: [react()],
  // For the route that keeps the key. A site without one needs no server.
  adapter: node({ mode: 'standalone' }),
})
