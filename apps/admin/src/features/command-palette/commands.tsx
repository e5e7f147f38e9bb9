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

const OpenPaletteContext = createContext<() => void>(() => undefined);

/** Loads the palette when the pointer is over a button that opens it. */
export const preloadPalette = Palette.preload;

/** Returns a function that opens the command palette. */
export function useOpenPalette(): () => void {
  return useContext(OpenPaletteContext);
}

/** Opens the command palette and the list of shortcuts, and loads their code on demand. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'sheet'>();
  const openPalette = () => setOpen('palette');
  const openSheet = () => setOpen('sheet');
  const close = () => setOpen(undefined);
  useShortcuts({ onPalette: openPalette, onShortcutList: openSheet });
  usePreloadOnInteraction(preloadPalette);

  return (
    <OpenPaletteContext value={openPalette}>
      {children}
      {open === 'palette' && <OpenPalette onClose={close} onShortcuts={openSheet} />}
      {open === 'sheet' && <ShortcutSheet onClose={close} />}
    </OpenPaletteContext>
  );
}

/** Keeps the query, so that text typed into the fallback is still there in the palette. */
function OpenPalette(props: { onClose: () => void; onShortcuts: () => void }) {
  const [query, setQuery] = useState('');
  return <Palette {...props} query={query} onQueryChange={setQuery} />;
}
