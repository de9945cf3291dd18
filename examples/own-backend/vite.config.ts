import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:3000'

export default defineConfig({
  plugins: [react()],
  // React, the chat, the list and zod are one file of 690 kB. The server sends it in 230 kB.
  build: { chunkSizeWarningLimit: 800 },
  server: { proxy: { '/api': server, '/auth': server } },
})
