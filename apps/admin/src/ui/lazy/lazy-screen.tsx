import { createElement } from 'react';
import { mustConfirmClose } from '../../store/unsaved.ts';
import { createChunk, type Load, useChunk } from './chunk.ts';

const reloadedKey = 'reloaded-for';

/**
 * A screen as a bundle of its own. When it fails to load, the page reloads (Spec §7): once per screen, never over words
 * that are not saved, and not for a screen that was only pointed at; then the error boundary says what to do.
 */
export function loadScreen<Name extends string>(screen: Name, load: Load<Name, object>) {
  const chunk = createChunk(screen, load, () => {
    if (sessionStorage.getItem(reloadedKey) === screen || mustConfirmClose()) return;
    sessionStorage.setItem(reloadedKey, screen);
    window.location.reload();
  });
  function LoadedScreen() {
    const Found = useChunk(chunk);
    if (Found && sessionStorage.getItem(reloadedKey) === screen) sessionStorage.removeItem(reloadedKey);
    return Found && createElement(Found);
  }
  LoadedScreen.preload = chunk.preload;
  return LoadedScreen;
}
