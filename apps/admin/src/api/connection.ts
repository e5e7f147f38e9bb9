import { createContext, useContext } from 'react';

/** True while the event stream of the server is open. */
export const ConnectionContext = createContext(true);

export function useConnected(): boolean {
  return useContext(ConnectionContext);
}
