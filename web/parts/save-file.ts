/** Lets the browser save bytes as a file. */
export function saveFile(name: string, type: string, bytes: Uint8Array): void {
  saveBlob(name, new Blob([bytes.slice()], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Lets the browser save what is at an address, without holding it. @param name empty: as the answer says */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
