import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { SearchInput, searchDelayMs } from './search-input.tsx';

interface DelayedSearchProps extends Omit<ComponentProps<typeof SearchInput>, 'value' | 'onChange'> {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches after a pause in typing. Takes over a search that comes from elsewhere, such as the Back button. */
export function DelayedSearch({ value, onSearch, ...input }: DelayedSearchProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  const wanted = text.trim();
  const send = useEffectEvent(() => {
    setSent(wanted);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => send(), searchDelayMs);
    return () => clearTimeout(timer);
  }, [wanted, sent]);
  return <SearchInput {...input} value={text} onChange={setText} />;
}
