import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { elementOf, fieldAt, meaningOf, recordOf } from '#kit/contract/meaning.ts';
import { MeaningView } from './meaning-view.tsx';

interface FieldViewProps {
  /** whose answer, or whose list's records, the field stands in */
  of: AnyEndpoint;
  data: object;
  path: string;
}

/** One field of a record as lists and detail pages show it (a badge, a percentage, a time), for pages drawn by hand. */
export function FieldView({ of, data, path }: FieldViewProps) {
  const field = fieldAt(recordOf(of.output) ?? elementOf(of.output) ?? of.output, path);
  return field && <MeaningView meaning={meaningOf(field)} row={data} path={path} />;
}
