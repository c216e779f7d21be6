"""Pure algorithms: page trees and their similarity, URL expressions, navigation patterns. No I/O of any kind."""
