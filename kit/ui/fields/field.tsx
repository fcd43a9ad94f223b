import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import type { FieldKind } from '#kit/contract/schemas.ts';
import { ChoiceField, ChoicesField } from './choice-fields.tsx';
import { CodeField } from './code-field.tsx';
import { FileField } from './file-field.tsx';
import { MapPointField } from './map-point-field.tsx';
import { PasswordField } from './password-field.tsx';
import { PictureField, PicturesField } from './picture-field.tsx';
import { ReferenceField, ReferencesField } from './reference-field.tsx';
import type { ReferenceSource } from './reference-source.ts';
import { SortedListField } from './sorted-list-field.tsx';
import {
  IdNumberField,
  LongTextField,
  MoneyField,
  NumberField,
  PercentField,
  PhoneField,
  SwitchField,
  TextField,
} from './text-fields.tsx';
import { TimePeriodField } from './time-period-field.tsx';
import type { FieldProps, Option } from './types.ts';
import { VideoField } from './video-field.tsx';

// Calendars, the region table, colour picker, QR drawing and the editor are fetched when a screen shows one.
const DateField = lazy(() => import('./date-fields.tsx').then((all) => ({ default: all.DateField })));
const DateRangeField = lazy(() =>
  import('./date-fields.tsx').then((all) => ({ default: all.DateRangeField })),
);
const RegionField = lazy(() => import('./region-field.tsx').then((all) => ({ default: all.RegionField })));
const ColourField = lazy(() => import('./colour-field.tsx').then((all) => ({ default: all.ColourField })));
const QrField = lazy(() => import('./qr-field.tsx').then((all) => ({ default: all.QrField })));
const RichTextField = lazy(() =>
  import('./rich-text-field.tsx').then((all) => ({ default: all.RichTextField })),
);

/** Options of all kinds; each kind reads its own. */
export interface FieldOptions {
  /** choice, choices, sortedList */
  options?: readonly Option[];
  appearance?: 'radio' | 'list';
  clearable?: boolean;
  /** reference, references */
  source?: ReferenceSource;
  /** text, longText, richText */
  maxLength?: number;
  rows?: number;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | 'search';
  /** number */
  min?: number;
  max?: number;
  step?: number;
  decimals?: number;
  suffix?: string;
  /** date: `YYYY-MM-DD` or a UTC instant */
  precision?: 'day' | 'instant';
  minDay?: string;
  maxDay?: string;
  /** picture(s), file, video: the folder of the upload, and its limits */
  busType?: string;
  maxBytes?: number;
  maxCount?: number;
  accept?: string;
  /** code: sends the message; resolves when it is on its way */
  onSend?: () => Promise<unknown>;
  /** password: shows how strong it is, and whether it is a new one for password managers */
  strength?: boolean;
  /** qr */
  sizePx?: number;
  centreText?: string;
  darkColour?: string;
  lightColour?: string;
  fileName?: string;
}

// Each component takes its own value type; the schema of the form is what keeps kind and value together.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyField = ComponentType<any>;

const components: Record<FieldKind, AnyField> = {
  text: TextField,
  longText: LongTextField,
  number: NumberField,
  money: MoneyField,
  percent: PercentField,
  date: DateField,
  dateRange: DateRangeField,
  timePeriod: TimePeriodField,
  phone: PhoneField,
  idNumber: IdNumberField,
  switch: SwitchField,
  choice: ChoiceField,
  choices: ChoicesField,
  reference: ReferenceField,
  references: ReferencesField,
  region: RegionField,
  mapPoint: MapPointField,
  picture: PictureField,
  pictures: PicturesField,
  file: FileField,
  video: VideoField,
  colour: ColourField,
  qr: QrField,
  sortedList: SortedListField,
  password: PasswordField,
  code: CodeField,
  richText: RichTextField,
};

export interface AnyFieldProps extends FieldProps<unknown>, FieldOptions {
  kind: FieldKind;
}

/** Any field by its kind, as forms and filters declare it. */
export function Field({ kind, ...props }: AnyFieldProps) {
  const Component = components[kind];
  return (
    <Suspense fallback={<Skeleton height={36} mt={22} />}>
      <Component {...props} />
    </Suspense>
  );
}
