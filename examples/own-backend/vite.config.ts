import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:3000'

export default defineConfig({
  plugins: [react()],
  // React, the chat, the list and zod are one file, which the server sends in less than half of its size.
  build: { chunkSizeWarningLimit: 800 },
  server: { proxy: { '/api': server, '/auth': server } },
})
