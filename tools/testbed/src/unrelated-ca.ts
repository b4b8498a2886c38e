/**
 * A sound CA that signed nothing here, for clients that must refuse the server. Its key was thrown away. Made with
 *
 *     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout /dev/null \
 *       -subj /CN=unrelated-ca -days 36500
 */
export const unrelatedCaPem = `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUDd4eTkd5ovkp6OTEOscZmjD7v2kwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMdW5yZWxhdGVkLWNhMCAXDTI2MTEzMDE0MTcwOVoYDzIxMjYx
MTA2MTQxNzA5WjAXMRUwEwYDVQQDDAx1bnJlbGF0ZWQtY2EwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATifQaxnS2j5e5bjmc/6Ge/l3C9mOq8z4cFlZ5m35IjeTeb
h4Jk24ZHWGfz03za2UiehnD3y9rymx0JxooLcDnLo1MwUTAdBgNVHQ4EFgQUHOi/
r+hAjcTIJakMqTELV/CFis4wHwYDVR0jBBgwFoAUHOi/r+hAjcTIJakMqTELV/CF
is4wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAzMwOPgeJ1dB+
+Ur3cxb6J6kcv2WISTqwWV0REDiiLL8CIEST0e8kI2pKvhTXGYQ0t2D/S6L7G83n
NfmEgZUQeQco
-----END CERTIFICATE-----
`;
