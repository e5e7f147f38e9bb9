import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import motion from '../styles/motion.css?inline';
import { adoptStyles } from './adopt-styles.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { useRotationHold } from './use-rotation-hold.ts';
import { useSwipe } from './use-swipe.ts';

/** Spec §9: how long each slide stays. */
const intervalMs = 7000;
/** However late the island wakes up, the first slide does not jump away. */
const shortestFirstMs = 2000;

interface HeroCarouselProps {
  /** Id and short name of each slide; two slides may have the same name. */
  stops: { id: string; label: string }[];
  labels: { previous: string; next: string; pause: string; play: string };
}

/** Spec §4. The slides are server HTML (`children`); this island only turns them, so that they are never sent twice. */
export function HeroCarousel({ stops, labels, children }: PropsWithChildren<HeroCarouselProps>) {
  const root = useRef<HTMLDivElement>(null);
  const hasTurned = useRef(false);
  const [active, setActive] = useState(0);
  const [isRotating, setIsRotating] = useState(false);
  const isHeld = useRotationHold(root);
  const isPlaying = isRotating && !isHeld;
  const show = (index: number) => setActive((index + stops.length) % stops.length);

  // This island is the first that wakes, once the page is quiet.
  useEffect(fetchAhead, []);
  useEffect(() => adoptStyles(motion), []);
  useEffect(() => setIsRotating(!matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  useEffect(() => showSlide(root.current, active), [active]);
  // The button stops everything that moves here, and whoever prefers less motion sees a film only after pressing it.
  useEffect(() => playFilm(root.current, isRotating ? active : undefined), [active, isRotating]);
  useSwipe(root, (step) => show(active + step));

  useEffect(() => {
    if (!isPlaying) return undefined;
    // The first slide has been in sight since the page was opened, not only since this island woke up.
    const seenMs = hasTurned.current ? 0 : performance.now();
    let timer = setTimeout(turn, Math.max(intervalMs - seenMs, shortestFirstMs));
    function turn() {
      hasTurned.current = true;
      // Nothing may move behind an open dialog.
      if (document.querySelector('dialog[open]')) timer = setTimeout(turn, intervalMs);
      else setActive((active + 1) % stops.length);
    }
    return () => clearTimeout(timer);
  }, [isPlaying, active, stops.length]);

  useEffect(() => {
    const section = root.current?.closest('section');
    const stopForKeyboard = (event: FocusEvent) => {
      if ((event.target as Element).matches(':focus-visible')) setIsRotating(false);
    };
    const turnByArrows = (event: KeyboardEvent) => {
      // With Alt or Ctrl they belong to the browser.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) setActive((current) => (current + step + stops.length) % stops.length);
    };
    section?.addEventListener('focusin', stopForKeyboard);
    section?.addEventListener('keydown', turnByArrows);
    return () => {
      section?.removeEventListener('focusin', stopForKeyboard);
      section?.removeEventListener('keydown', turnByArrows);
    };
  }, [stops.length]);

  return (
    <div className="carousel" ref={root}>
      <div className="hero-foot" data-playing={isPlaying ? '' : undefined}>
        <div className="container">
          <div className="rotation">
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
          <div className="stops">
            {stops.map(({ id, label }, index) => (
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
    for (const part of partsToHide(slide)) part.inert = !isActive;
  });
}

/** Plays the film of the active slide and holds all others; without one, holds all. */
function playFilm(root: HTMLElement | null, active: number | undefined): void {
  root?.querySelectorAll('.slide').forEach((slide, index) => {
    const film = slide.querySelector('video');
    // A browser may refuse a film with sound until somebody has touched the page: then its still picture stays.
    if (index === active) film?.play().catch(() => undefined);
    else film?.pause();
  });
}

/** All of a slide; of the first one its headline stays for a screen reader: it is the page's only h1. */
function partsToHide(slide: HTMLElement): Iterable<HTMLElement> {
  const main = slide.querySelector('h1');
  return main ? slide.querySelectorAll<HTMLElement>('.hero-text > :not(h1), .hero-media') : [slide];
}
