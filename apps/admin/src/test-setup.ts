import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { dropUnsaved } from './unsaved.ts';

afterEach(() => {
  cleanup();
  // Test files share modules and a document.
  dropUnsaved();
  sessionStorage.clear();
  localStorage.clear();
});

// jsdom has no layout; Mantine asks for these when it measures a text or opens a list of options.
const noEvents = { addEventListener: () => undefined, removeEventListener: () => undefined };
window.matchMedia ??= ((media: string) => ({ matches: false, media, ...noEvents })) as unknown as typeof matchMedia;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => undefined;
Object.defineProperty(document, 'fonts', { value: { ...noEvents, load: async () => [] }, configurable: true });
