/** `000129-1a2b3c4d` → `129` */
export function releaseNumber(id: string | null): string {
  return id === null ? '' : String(Number(id.split('-')[0]));
}
