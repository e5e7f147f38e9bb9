import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { resetStores } from './store/create-store.ts';
import { setCurrentUser } from './store/current-user.ts';
import { dropUnsaved } from './store/open-edits.ts';

// For tests that hang: one second passes quickly on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  // Test files share modules and a document.
  dropUnsaved();
  setCurrentUser({ _id: '', name: '' });
  resetStores();
  // A test may have set the window offline; queries would wait for the network in all later files.
  onlineManager.setOnline(true);
  sessionStorage.clear();
  localStorage.clear();
});

// jsdom has no layout; Mantine uses these to measure text and to open option lists.
const noEvents = { addEventListener: () => undefined, removeEventListener: () => undefined };
window.matchMedia ??= ((media: string) => ({ matches: false, media, ...noEvents })) as unknown as typeof matchMedia;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => undefined;
window.scrollTo = () => undefined;
Object.defineProperty(document, 'fonts', { value: { ...noEvents, load: async () => [] }, configurable: true });
