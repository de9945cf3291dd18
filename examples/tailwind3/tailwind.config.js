import antiphon from '@antiphon/ui/tailwind.config.js'

/** @type {import('tailwindcss').Config} */
export default {
  presets: [antiphon],
  content: ['./index.html', './src/**/*.{ts,tsx}'],
}
