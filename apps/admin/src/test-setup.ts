import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { resetStores } from './store/create-store.ts';
import { setCurrentUser } from './store/current-user.ts';
import { dropUnsaved } from './store/unsaved.ts';

// For what hangs: one second is soon over on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  // Test files share modules and a document.
  dropUnsaved();
  setCurrentUser({ _id: '', name: '' });
  resetStores();
  // A test may have told the window that the network is gone; queries would wait for it in all later files.
  onlineManager.setOnline(true);
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
window.scrollTo = () => undefined;
Object.defineProperty(document, 'fonts', { value: { ...noEvents, load: async () => [] }, configurable: true });
