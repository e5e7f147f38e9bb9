import { createContext, type ReactNode, useContext, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { usePreloadOnInteraction } from '../../ui/use-preload-on-interaction.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { PaletteFallback } from './palette-fallback.tsx';

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

/** For who points at what opens the palette. */
export const preloadPalette = Palette.preload;

/** Opens the command palette. */
export function useOpenPalette(): () => void {
  return useContext(OpenPaletteContext);
}

/** The command palette and the list of shortcuts: their code is loaded when somebody asks for them. */
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

/** The words belong to neither the palette nor what stands there before it: they go from one to the other. */
function OpenPalette(props: { onClose: () => void; onShortcuts: () => void }) {
  const [words, setWords] = useState('');
  return <Palette {...props} words={words} onWords={setWords} />;
}
