import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { adoptStyles } from '../../islands/adopt-styles.ts';
import { prefetchContactDialog } from '../../islands/prefetch-contact-dialog.ts';
import motion from '../../styles/motion.css?inline';
import { useRotationHold } from './use-rotation-hold.ts';
import { useSwipe } from './use-swipe.ts';

/** Spec §9: how long each slide stays. */
const intervalMs = 7000;
/** The first slide stays at least this long after hydration. */
const minFirstMs = 2000;

interface HeroCarouselProps {
  /** Id and label of each slide; two slides may have the same label. */
  indicators: { id: string; label: string }[];
  labels: { previous: string; next: string; pause: string; play: string };
}

/** The carousel of spec §4. `children` are the slides as server HTML: this island only shows one of them at a time. */
export function HeroCarousel({ indicators, labels, children }: PropsWithChildren<HeroCarouselProps>) {
  const root = useRef<HTMLDivElement>(null);
  const hasRotated = useRef(false);
  const [active, setActive] = useState(0);
  const [isRotating, setIsRotating] = useState(false);
  const isOnHold = useRotationHold(root);
  const isPlaying = isRotating && !isOnHold;
  const show = (index: number) => setActive((index + indicators.length) % indicators.length);

  // This island hydrates first, once the page is idle.
  useEffect(prefetchContactDialog, []);
  useEffect(() => adoptStyles(motion), []);
  useEffect(() => setIsRotating(!matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  useEffect(() => showSlide(root.current, active), [active]);
  // The pause button stops the video too. With reduced motion, a video plays only after a press on it.
  useEffect(() => playVideo(root.current, isRotating ? active : undefined), [active, isRotating]);
  useSwipe(root, (step) => show(active + step));

  useEffect(() => {
    if (!isPlaying) return undefined;
    // The first slide has been visible since the page was opened, not only since hydration.
    const visibleMs = hasRotated.current ? 0 : performance.now();
    let timer = setTimeout(rotate, Math.max(intervalMs - visibleMs, minFirstMs));
    function rotate() {
      hasRotated.current = true;
      // Nothing moves behind an open dialog.
      if (document.querySelector('dialog[open]')) timer = setTimeout(rotate, intervalMs);
      else setActive((active + 1) % indicators.length);
    }
    return () => clearTimeout(timer);
  }, [isPlaying, active, indicators.length]);

  useEffect(() => {
    const section = root.current?.closest('section');
    const pauseOnKeyboardFocus = (event: FocusEvent) => {
      if ((event.target as Element).matches(':focus-visible')) setIsRotating(false);
    };
    const handleArrowKeys = (event: KeyboardEvent) => {
      // The browser handles arrows with Alt, Ctrl or Meta.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) setActive((current) => (current + step + indicators.length) % indicators.length);
    };
    section?.addEventListener('focusin', pauseOnKeyboardFocus);
    section?.addEventListener('keydown', handleArrowKeys);
    return () => {
      section?.removeEventListener('focusin', pauseOnKeyboardFocus);
      section?.removeEventListener('keydown', handleArrowKeys);
    };
  }, [indicators.length]);

  return (
    <div className="carousel" ref={root}>
      <div className="hero-foot" data-playing={isPlaying ? '' : undefined}>
        <div className="container">
          <div className="controls">
            <IconButton label={isRotating ? labels.pause : labels.play} onClick={() => setIsRotating(!isRotating)}>
              {isRotating ? 'M9 5v14M15 5v14' : 'M8 5l11 7-11 7z'}
            </IconButton>
            <IconButton label={labels.previous} onClick={() => show(active - 1)}>
              M15 5l-7 7 7 7
            </IconButton>
            <IconButton label={labels.next} onClick={() => show(active + 1)}>
              M9 5l7 7-7 7
            </IconButton>
          </div>
          <div className="indicators">
            {indicators.map(({ id, label }, index) => (
              <button key={id} type="button" aria-disabled={index === active} onClick={() => show(index)}>
                {index === active && <span className="progress" />}
                {label}
              </button>
            ))}
          </div>
        </div>
      </div>
      <div className="slides" aria-live={isRotating ? 'off' : 'polite'}>
        {children}
      </div>
    </div>
  );
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <button type="button" aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
        <path d={children} />
      </svg>
    </button>
  );
}

function showSlide(root: HTMLElement | null, active: number): void {
  root?.querySelectorAll<HTMLElement>('.slide').forEach((slide, index) => {
    const isActive = index === active;
    slide.toggleAttribute('data-active', isActive);
    for (const part of listHiddenParts(slide)) part.inert = !isActive;
  });
}

/** Plays the video of the active slide and pauses all others; pauses all if `active` is undefined. */
function playVideo(root: HTMLElement | null, active: number | undefined): void {
  root?.querySelectorAll('.slide').forEach((slide, index) => {
    const video = slide.querySelector('video');
    // Browsers refuse to play a video with sound before the first touch: then its poster image stays.
    if (index === active) video?.play().catch(() => undefined);
    else video?.pause();
  });
}

/** Returns the parts that are inert while the slide is hidden. The h1 stays: it is the page's only one. */
function listHiddenParts(slide: HTMLElement): Iterable<HTMLElement> {
  const main = slide.querySelector('h1');
  return main ? slide.querySelectorAll<HTMLElement>('.hero-text > :not(h1), .hero-media') : [slide];
}
