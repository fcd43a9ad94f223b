import styles from './brand.module.css';

/** The mark: a coin that has dropped through the gate into the yard. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={styles.mark}>
      <rect width="32" height="32" rx="8" fill="#0f6f69" />
      <path
        d="M6 25V18a10 10 0 0 1 20 0v7"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
      <circle cx="16" cy="18.5" r="4.6" fill="#f6b93a" />
      <path d="M4.5 26.6h23" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
    </svg>
  );
}

export function Brand({ name }: { name: string }) {
  return (
    <span className={styles.brand}>
      <BrandMark />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
