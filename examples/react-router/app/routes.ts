import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('api/v1/chat/completions', 'routes/completions.ts'),
] satisfies RouteConfig
