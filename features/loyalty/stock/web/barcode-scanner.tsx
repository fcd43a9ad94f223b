import { openSheet } from '#kit/pages/open-form.ts';
import { QrScanner } from '#kit/ui/qr-scanner.tsx';

/** Asks the camera for one barcode; undefined when the person thinks better of it. The title is already in words. */
export const openBarcodeScanner = async (title: string): Promise<string | undefined> =>
  (await openSheet({ title, content: (close) => <QrScanner codes="all" onFound={close} /> })) as
    | string
    | undefined;
