export { openBarcodeScanner } from './barcode-scanner.tsx';
