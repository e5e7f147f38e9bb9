import { createContext, useContext } from 'react';

/** Whether the stream of publishing states is open. */
export const ConnectionContext = createContext(true);

export function useConnected(): boolean {
  return useContext(ConnectionContext);
}
