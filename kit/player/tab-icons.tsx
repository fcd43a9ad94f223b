/** For tab bars: where one begins, and oneself. */
export const house = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z" />
  </svg>
);
export const person = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0" />
  </svg>
);
