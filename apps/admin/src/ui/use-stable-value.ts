import { useRef } from 'react';

/** The value as the object it was for as long as it says the same, so that what is given it is not rendered again. */
export function useSteady<Value>(value: Value): Value {
  const kept = useRef(value);
  if (JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}
