import { createEndpoint, createEndpointFetch } from '@antiphon/endpoint'
import { endpointWires } from '@antiphon/wires/endpoint'

/** Answers the scripted address in the page; `?speed=8` in the address of the page plays the scripts faster. */
export const scriptedFetch = createEndpointFetch(
  createEndpoint({
    wires: endpointWires,
    speed: Number(new URLSearchParams(location.search).get('speed') ?? 1),
  }),
)
