import { createContext, type ReactNode, useContext, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { usePreloadOnInteraction } from '../../ui/use-preload-on-interaction.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { PaletteFallback } from './palette-field.tsx';

const Palette = lazyComponent('Palette', () => import('./palette.tsx'), {
  label: 'The search',
  isDialog: true,
  fallback: PaletteFallback,
});
const ShortcutSheet = lazyComponent('ShortcutSheet', () => import('./shortcut-sheet.tsx'), {
  label: 'The list of shortcuts',
  isDialog: true,
});

const OpenPaletteContext = createContext<(query?: string) => void>(() => undefined);

/** Loads the palette when the pointer is over a button that opens it. */
export const preloadPalette = Palette.preload;

/** Returns a function that opens the command palette, with a query if there is one. */
export function useOpenPalette(): (query?: string) => void {
  return useContext(OpenPaletteContext);
}

/** Opens the command palette and the list of shortcuts, and loads their code on demand. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'sheet'>();
  // Here, so that text typed into the fallback is still there in the palette.
  const [query, setQuery] = useState('');
  const openPalette = (start = '') => {
    setQuery(start);
    setOpen('palette');
  };
  const openSheet = () => setOpen('sheet');
  const close = () => setOpen(undefined);
  useShortcuts({ onPalette: () => openPalette(), onShortcutList: openSheet });
  usePreloadOnInteraction(preloadPalette);

  return (
    <OpenPaletteContext value={openPalette}>
      {children}
      {open === 'palette' && <Palette onClose={close} onShortcuts={openSheet} query={query} onQueryChange={setQuery} />}
      {open === 'sheet' && <ShortcutSheet onClose={close} />}
    </OpenPaletteContext>
  );
}
