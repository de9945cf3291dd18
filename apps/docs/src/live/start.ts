// Fills the live places of a page, each when a reader comes near it: a page that is only read loads no more than this.
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        near.unobserve(target)
        void import('./mount.js').then(({ mount }) => mount(target as HTMLElement))
      }
  },
  { rootMargin: '200px' },
)

for (const place of document.querySelectorAll('.live-place')) near.observe(place)
